import Domain
import Testing

@Suite("A URL of the web")
struct WebURLTests {
    @Test(
        "is one",
        arguments: [
            "https://a", "https://wiki.example.com", "https://Wiki.Example.com/Cart-API?x=1&y=a/b?c#v2",
            "http://localhost:8787",
            "http://127.0.0.1:8787/", "https://[::1]:8443/x", "https://[2001:db8::7]", "https://[1:2:3:4:5:6:7:8]",
            "https://[::ffff:10.0.0.1]", "https://1.example", "https://xn--e1aybc.example",
            "https://a.example/%D0%B0;b=(c)",
            "https://a.example/@ann:x", "https://a.example:65535", "https://a1.b2", "https://10.0.0.1?",
        ])
    func one(_ text: String) {
        #expect(WebURL(text) != nil)
    }

    @Test(
        "is none",
        arguments: [
            "", "https://", "https:///x", "https://[", "https://[]", "https://[::1", "https://[::1]x", "https://[1:2]",
            "https://[1:2:3:4:5:6:7:8:9]", "https://[1::2::3]", "https://[::12345]", "https://[fe80::1%25eth0]",
            "https://[:1:2:3:4:5:6:7]", "https://[1:2:3:4:5:6:7::8:9]", "https://[v1.x]", "https://1", "https://999.1",
            "https://1.2.3", "https://1.2.3.4.5", "https://01.2.3.4", "https://256.1.1.1", "https://a.0x7f",
            "https://a.b.",
            "https://a..b", "https://-a.b", "https://a-.b", "https://a_b.c", "https://a<script>", "https://a.b/<x>",
            "https://a.b/%zz", "https://a.b/%2", "https://a.b/%\u{11}1", "https://[::\u{11}]", "https://a.b/x y",
            "https://a.b/\u{E9}", "https://\u{E9}.b",
            "https://a.b:",
            "https://a.b:0", "https://a.b:080", "https://a.b:65536", "https://a.b:+80", "https://a.b:1:2",
            "https://u@a.b",
            "https://u:p@a.b", "HTTPS://a.b", "ftp://a.b", "a.b", "https://a.b/#x#y", "https://a.b/[x]",
            "https://a.b\\c",
            "https://" + String(repeating: "a", count: 64) + ".b",
        ])
    func none(_ text: String) {
        #expect(WebURL(text) == nil)
    }
}
