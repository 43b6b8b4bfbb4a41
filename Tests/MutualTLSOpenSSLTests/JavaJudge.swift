import Foundation
import TestSupport
import Testing

/// Java 17's key store, asked about many files by one process.
enum JavaJudge {
    /// The launcher of a Java 17 that has its compiler, which turns the question below into a program.
    static let java17: Tool? = {
        let machines = "/usr/lib/jvm/"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: machines)) ?? []
        return names.sorted().filter { $0.hasPrefix("java-17-") && Tool(machines + $0 + "/bin/javac") != nil }
            .lazy.compactMap { Tool(machines + $0 + "/bin/java") }.first
    }()

    /// For each file, "keys and chains that it gives": `1 1`, or `error` where the file or a key is refused.
    private static let question = """
        import java.io.*;
        import java.nio.file.*;
        import java.security.*;
        import java.util.*;

        public class Question {
            public static void main(String[] arguments) throws Exception {
                BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, "UTF-8"));
                for (String file; (file = lines.readLine()) != null; ) {
                    char[] password = lines.readLine().toCharArray();
                    int keys = 0, chains = 0;
                    try {
                        KeyStore store = KeyStore.getInstance("PKCS12");
                        store.load(new ByteArrayInputStream(Files.readAllBytes(Paths.get(file))), password);
                        for (String alias : Collections.list(store.aliases())) {
                            if (store.isKeyEntry(alias) && store.getKey(alias, password) != null) keys++;
                            if (store.getCertificateChain(alias) != null) chains++;
                        }
                        System.out.println(keys + " " + chains);
                    } catch (Exception refusal) {
                        System.out.println("error");
                    }
                }
            }
        }
        """

    /// The answers, in the order of the files.
    static func ask(_ files: [(path: String, password: String)]) throws -> [String] {
        let folder = try TemporaryFolder()
        try folder.write(Data(question.utf8), "Question.java")
        let input = files.map { "\($0.path)\n\($0.password)\n" }.joined()
        let outcome = try #require(java17).run([folder.path("Question.java")], input: Data(input.utf8))
        #expect(outcome.status == 0, "\(outcome)")
        return outcome.output.split(separator: "\n").map(String.init)
    }
}
