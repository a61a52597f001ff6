// SPDX-License-Identifier: MIT
// Part of Grille: the door to ICU, which is loaded when it is first needed.
#include "CICU.h"
