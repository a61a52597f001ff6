// SPDX-License-Identifier: MIT
// Part of Grille: gives each element its computed style while the tree is walked.
