// Package bisect cuts hypergraphs in two: nearly equal halves, little weight on the edges between. The method is the
// multilevel one of hMETIS and KaHyPar (Karypis, Aggarwal, Kumar, Shekhar, IEEE Trans. VLSI 7, 1999): nodes are merged
// along heavy edges until few are left, those are cut many ways, and the best cut is carried back level by level and
// bettered at each by moves of single nodes (Fiduccia, Mattheyses, DAC 1982).
package bisect
