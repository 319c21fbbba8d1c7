// Of pages that hold the words looked for, those of models come first, prose after them.
var Scorer = {
  score: ([name, , , , score]) => score + (name.startsWith("models/") ? 2 : 0),
  objNameMatch: 11,
  objPartialMatch: 6,
  objPrio: { 0: 15, 1: 5, 2: -5 },
  objPrioDefault: 0,
  title: 15,
  partialTitle: 7,
  term: 5,
  partialTerm: 2,
};
