// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "Benchmarks",
    platforms: [.macOS(.v12)],
    dependencies: [.package(name: "swift-mutual-tls", path: "..")],
    targets: [
        // Clients of `run`: ours, and what libcurl alone does in C.
        .executableTarget(
            name: "SessionClient", dependencies: ["Leaks", .product(name: "MutualTLS", package: "swift-mutual-tls")]),
        .executableTarget(name: "LibcurlClient", linkerSettings: [.linkedLibrary("curl")]),
        .executableTarget(
            name: "HandshakeLoop",
            dependencies: [
                "Leaks", .product(name: "MutualTLS", package: "swift-mutual-tls"),
                .product(name: "PortableSecurity", package: "swift-mutual-tls"),
                .product(name: "MutualTLSPKI", package: "swift-mutual-tls"),
                .product(name: "MutualTLSDevServer", package: "swift-mutual-tls"),
            ]),
        .target(name: "Leaks"),
        .executableTarget(
            name: "StoreCost",
            dependencies: [
                .product(name: "MutualTLS", package: "swift-mutual-tls"),
                .product(name: "PortableSecurity", package: "swift-mutual-tls"),
                .product(name: "MutualTLSPKI", package: "swift-mutual-tls"),
            ]),
        .target(name: "COpenSSLImport", linkerSettings: [.linkedLibrary("crypto")]),
        .executableTarget(
            name: "ImportCost",
            dependencies: [
                "COpenSSLImport", .product(name: "MutualTLS", package: "swift-mutual-tls"),
                .product(name: "MutualTLSPKI", package: "swift-mutual-tls"),
            ]),
    ],
    swiftLanguageModes: [.v6]
)
