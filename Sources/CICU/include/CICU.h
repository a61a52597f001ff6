// SPDX-License-Identifier: MIT
// Part of Grille: the door to ICU, which is loaded when it is first needed.
#ifndef GRILLE_CICU_H
#define GRILLE_CICU_H
#endif
