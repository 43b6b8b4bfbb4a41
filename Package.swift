// swift-tools-version: 6.1
import Foundation
import PackageDescription

/// Where the project's own TLS stack exists; Apple's phones use the system's.
let linux: TargetDependencyCondition? = .when(platforms: [.linux])
let linuxAndMac: TargetDependencyCondition? = .when(platforms: [.linux, .macOS])

let package = Package(
    name: "swift-mutual-tls",
    platforms: [.macOS(.v12), .iOS(.v15)],
    products: [
        .library(name: "MutualTLS", targets: ["MutualTLS"]),
        .library(name: "PortableSecurity", targets: ["PortableSecurity"]),
        .library(name: "MutualTLSPKI", targets: ["MutualTLSPKI"]),
        .library(name: "MutualTLSDevServer", targets: ["MutualTLSDevServer"]),
        .executable(name: "mtls", targets: ["mtls"]),
    ],
    targets: [
        // C: the system libraries, and what Swift can't import of them.
        .systemLibrary(name: "CMutualTLSOpenSSL", pkgConfig: "openssl", providers: [.apt(["libssl-dev"])]),
        .systemLibrary(
            name: "CMutualTLSCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
        .systemLibrary(name: "CMutualTLSPSL", pkgConfig: "libpsl", providers: [.apt(["libpsl-dev"])]),
        .systemLibrary(
            name: "CMutualTLSSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .target(name: "CMutualTLSShims", dependencies: ["CMutualTLSOpenSSL"]),

        // The library, bottom to top.
        .target(name: "MutualTLSPKCS12"),
        .target(
            name: "MutualTLSOpenSSL",
            dependencies: ["MutualTLSPKCS12", "CMutualTLSOpenSSL", "CMutualTLSShims"]),
        .target(
            name: "MutualTLSKeychain",
            dependencies: [
                "MutualTLSPKCS12", .target(name: "MutualTLSOpenSSL", condition: linux),
                .target(name: "CMutualTLSSQLite", condition: linux),
            ]),
        .target(
            name: "PortableSecurity",
            dependencies: [
                .target(name: "MutualTLSKeychain", condition: linux),
                .target(name: "MutualTLSOpenSSL", condition: linux), .target(name: "MutualTLSPKCS12", condition: linux),
            ]),
        .target(
            name: "MutualTLSTransport",
            dependencies: [
                .target(name: "MutualTLSOpenSSL", condition: linux),
                .target(name: "CMutualTLSCurl", condition: linux),
                .target(name: "CMutualTLSShims", condition: linux),
            ]),
        .target(
            name: "MutualTLS",
            dependencies: [
                "PortableSecurity", "MutualTLSPKCS12", .target(name: "MutualTLSOpenSSL", condition: linux),
                .target(name: "MutualTLSTransport", condition: linux),
                .target(name: "CMutualTLSPSL", condition: linux),
            ]),

        // For the people who run the servers.
        .target(
            name: "MutualTLSPKI",
            dependencies: ["MutualTLSPKCS12", .target(name: "MutualTLSOpenSSL", condition: linuxAndMac)]),
        .target(
            name: "MutualTLSDevServer",
            dependencies: [
                .target(name: "MutualTLSOpenSSL", condition: linuxAndMac),
                .target(name: "CMutualTLSShims", condition: linuxAndMac),
            ]),
        .target(
            name: "MutualTLSCLI",
            dependencies: [
                "MutualTLS", "PortableSecurity", "MutualTLSPKCS12", "MutualTLSPKI", "MutualTLSDevServer",
                .target(name: "MutualTLSOpenSSL", condition: linuxAndMac),
                .target(name: "MutualTLSKeychain", condition: linux),
            ]),
        .executableTarget(name: "mtls", dependencies: ["MutualTLSCLI"]),

        // Examples see what users see: public declarations alone. The tests run them.
        .target(
            name: "MutualTLSReadmeExamples",
            dependencies: ["MutualTLS", "PortableSecurity", "MutualTLSPKI", "MutualTLSDevServer"],
            path: "Examples/Readme", packageAccess: false),
        .target(
            name: "MutualTLSDocumentScannerExample", dependencies: ["MutualTLS", "PortableSecurity"],
            path: "Examples/DocumentScanner", packageAccess: false),
        .target(
            name: "MutualTLSNginxClientExample", dependencies: ["MutualTLS", "PortableSecurity"],
            path: "Examples/NginxClient", packageAccess: false,
            // As most code that was written for iOS.
            swiftSettings: [.swiftLanguageMode(.v5)]),

        // Tests
        .target(
            name: "TestSupport",
            dependencies: [
                "MutualTLSPKI", .target(name: "MutualTLSOpenSSL", condition: linuxAndMac),
                .target(name: "CMutualTLSOpenSSL", condition: linuxAndMac),
            ],
            path: "Tests/TestSupport"),
        // Sees Foundation alone, as a library that is handed a session.
        .target(name: "FoundationClient", path: "Tests/FoundationClient"),
        .testTarget(
            name: "MutualTLSTransportTests",
            dependencies: ["MutualTLSTransport", "MutualTLSOpenSSL", "MutualTLSPKI", "TestSupport"]),
        .testTarget(
            name: "MutualTLSOpenSSLTests",
            dependencies: [
                "MutualTLSOpenSSL", "MutualTLSPKCS12", "MutualTLSPKI", "TestSupport", "CMutualTLSOpenSSL",
            ]),
        .testTarget(
            name: "MutualTLSKeychainTests",
            dependencies: [
                .target(name: "MutualTLSKeychain", condition: linux),
                .target(name: "MutualTLSOpenSSL", condition: linux), "MutualTLSPKCS12", "TestSupport",
            ]),
        .testTarget(
            name: "MutualTLSPKITests", dependencies: ["MutualTLSPKI", "MutualTLSOpenSSL", "TestSupport"]),
        .testTarget(
            name: "MutualTLSDevServerTests",
            dependencies: ["MutualTLSDevServer", "MutualTLSPKI", "TestSupport"]),
        .testTarget(name: "MutualTLSPKCS12Tests", dependencies: ["MutualTLSPKCS12", "TestSupport"]),
        .testTarget(
            name: "PortableSecurityTests",
            dependencies: [
                "PortableSecurity", "MutualTLSPKCS12", "TestSupport",
                .target(name: "MutualTLSOpenSSL", condition: linux),
            ]),
        .testTarget(
            name: "MutualTLSTests",
            dependencies: [
                "MutualTLS", "PortableSecurity", "MutualTLSPKCS12", "MutualTLSPKI", "MutualTLSDevServer", "TestSupport",
                "FoundationClient",
                .target(name: "MutualTLSOpenSSL", condition: linux),
                .target(name: "MutualTLSTransport", condition: linux),
            ]),
        .testTarget(
            name: "ExamplesTests",
            dependencies: [
                "MutualTLSReadmeExamples", "MutualTLSDocumentScannerExample", "MutualTLSNginxClientExample",
                "MutualTLS",
                "PortableSecurity",
                "MutualTLSPKI", "MutualTLSDevServer", "TestSupport",
            ]),
        .testTarget(
            name: "MutualTLSCLITests",
            dependencies: [
                "MutualTLSCLI", "mtls", "MutualTLS", "PortableSecurity", "MutualTLSPKI", "MutualTLSDevServer",
                "TestSupport",
            ]),
        .testTarget(
            name: "ConformanceTests",
            dependencies: [
                "MutualTLS", "PortableSecurity", "MutualTLSPKI", "TestSupport",
                .target(name: "MutualTLSOpenSSL", condition: linux),
            ]),
        .testTarget(
            name: "InteropTests",
            dependencies: [
                "MutualTLS", "PortableSecurity", "MutualTLSPKI", "MutualTLSPKCS12", "TestSupport",
                .target(name: "MutualTLSOpenSSL", condition: linuxAndMac),
            ]),
        .testTarget(
            name: "AppleParityTests",
            dependencies: [
                "PortableSecurity", "TestSupport", .target(name: "MutualTLSOpenSSL", condition: linux),
            ]),
    ],
    swiftLanguageModes: [.v6]
)

// Links only with the fuzzer's own main; see Scripts/fuzz.
if ProcessInfo.processInfo.environment["MTLS_FUZZ"] == "1" {
    package.targets.append(
        .executableTarget(
            name: "MutualTLSFuzz", dependencies: ["MutualTLSPKCS12", "MutualTLSOpenSSL"], path: "Fuzz",
            exclude: ["seeds"]))
}
