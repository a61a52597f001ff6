// SPDX-License-Identifier: MIT
// Part of Grille: what a program that imports WebViewKit alone can name.

@_exported public import CellGrid
@_exported public import Networking
@_exported public import Security
@_exported public import WebInfra
