// swift-tools-version: 6.2
// SPDX-License-Identifier: MIT
// Part of Grille: targets, their dependencies and compiler settings.
import PackageDescription

// Settings every Swift target of the product is compiled with.
let common: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .strictMemorySafety(),
  .treatWarning("StrictMemorySafety", as: .error),
]
let onMainActor = common + [.defaultIsolation(MainActor.self)]
let inTests: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

func swift(
  _ name: String, _ dependencies: [String] = [], settings: [SwiftSetting] = common,
  plugins: [Target.PluginUsage] = []
) -> Target {
  .target(
    name: name, dependencies: dependencies.map { .byName(name: $0) }, swiftSettings: settings,
    plugins: plugins)
}

func tests(_ name: String, _ dependencies: [String], exclude: [String] = []) -> Target {
  .testTarget(
    name: name, dependencies: dependencies.map { .byName(name: $0) }, exclude: exclude,
    swiftSettings: inTests)
}

let targets: [Target] = [
  // C doors: each holds a shim header, and a .c file where there is state.
  .target(name: "CLibcurl"),
  .systemLibrary(name: "COpenSSL"),
  // libxml2's headers lie in a folder of their own. A link to it does without the unsafe flags that
  // would keep other packages from depending on this one.
  .target(
    name: "CLibXML2", exclude: ["system-headers"],
    cSettings: [.headerSearchPath("system-headers")]),
  .systemLibrary(name: "CNcurses"),
  .systemLibrary(name: "CProcess"),
  .target(name: "CICU"),
  .target(name: "CGSSAPI"),
  .target(name: "CPSL"),
  .target(name: "CUchardet"),
  .target(name: "CSQLite"),
  .target(name: "CTerminalGuard"),
  .target(name: "CMainQueue"),

  swift("UnicodeText", ["CICU"]),
  swift(
    "WebInfra", ["UnicodeText", "CPSL", "CUchardet"],
    plugins: [.plugin(name: "EmbedResourcesPlugin")]),
  swift("CellGrid", ["UnicodeText"]),
  swift("Security", ["COpenSSL", "UnicodeText", "WebInfra"]),
  swift("Networking", ["CGSSAPI", "CLibcurl", "Security", "WebInfra"]),
  swift("Storage", ["CSQLite"]),
  swift("DOM", ["WebInfra"]),
  swift("XMLDocuments", ["CLibXML2", "DOM", "WebInfra"]),
  swift("CSS", ["DOM", "WebInfra"]),
  swift("Layout", ["CSS", "DOM", "CellGrid", "UnicodeText", "WebInfra"]),
  swift(
    "WebViewKit",
    [
      "Layout", "CSS", "DOM", "XMLDocuments", "Networking", "Security", "Storage", "CellGrid",
      "WebInfra",
    ],
    settings: onMainActor),
  swift(
    "TerminalUI", ["CNcurses", "CTerminalGuard", "CMainQueue", "CellGrid", "UnicodeText"],
    settings: onMainActor),
  swift("PracticeSite", ["Security", "WebInfra"]),
  swift(
    "BrowserApp",
    [
      "WebViewKit", "Layout", "Networking", "Security", "TerminalUI", "CellGrid", "WebInfra",
      "PracticeSite", "CProcess",
    ],
    settings: onMainActor),
  .executableTarget(name: "grille", dependencies: ["BrowserApp"], swiftSettings: onMainActor),

  .executableTarget(name: "EmbedResources", swiftSettings: [.swiftLanguageMode(.v6)]),
  .plugin(
    name: "EmbedResourcesPlugin", capability: .buildTool(),
    dependencies: [.target(name: "EmbedResources")], path: "Sources/EmbedResourcesPlugin"),

  .target(
    name: "TestSupport", dependencies: ["PracticeSite", "Security", "WebInfra"],
    path: "Tests/TestSupport", swiftSettings: inTests),
  .executableTarget(
    name: "conformance-driver", dependencies: ["DOM", "WebInfra", "UnicodeText"],
    path: "Tests/conformance-driver", exclude: ["measure"], swiftSettings: inTests),
  .executableTarget(
    name: "core-benchmark", dependencies: ["DOM", "WebInfra", "UnicodeText"],
    path: "Tests/Benchmarks/Core", swiftSettings: inTests),
  tests("UnicodeTextTests", ["UnicodeText"]),
  tests("WebInfraTests", ["WebInfra"]),
  tests("CellGridTests", ["CellGrid"]),
  tests("SecurityTests", ["Security", "TestSupport"]),
  tests("NetworkingTests", ["Networking", "Security", "WebInfra", "PracticeSite", "TestSupport"]),
  tests("StorageTests", ["Storage", "TestSupport"]),
  tests("DOMTests", ["DOM", "WebInfra"]),
  tests("XMLDocumentsTests", ["XMLDocuments", "DOM", "WebInfra"]),
  tests("CSSTests", ["CSS", "DOM", "WebInfra"]),
  tests("LayoutTests", ["Layout", "CSS", "DOM", "CellGrid", "WebInfra"], exclude: ["Fixtures"]),
  tests(
    "WebViewKitTests",
    [
      "WebViewKit", "Networking", "Security", "Storage", "CellGrid", "WebInfra", "PracticeSite",
      "TestSupport",
    ],
    exclude: ["Fixtures"]),
  tests("TerminalUITests", ["TerminalUI", "CellGrid"]),
  tests("PracticeSiteTests", ["PracticeSite", "TestSupport"]),
  tests(
    "BrowserAppTests",
    [
      "BrowserApp", "WebViewKit", "TerminalUI", "CellGrid", "WebInfra", "PracticeSite",
      "TestSupport",
    ]),
  tests("ProgramTests", ["PracticeSite", "Security", "Storage", "TestSupport"]),
]

let package = Package(
  name: "Grille",
  products: [
    .executable(name: "grille", targets: ["grille"]),
    .library(name: "WebViewKit", targets: ["WebViewKit"]),
  ],
  targets: targets
)
