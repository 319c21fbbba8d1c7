"""The codegen room: from a document to the files of two model packages."""
