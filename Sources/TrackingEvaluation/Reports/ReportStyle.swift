/// The looks of plots and pages, for light and dark.
///
/// Series have the colours of Okabe and Ito (Color Universal Design, 2008), which people with any kind of colour vision can tell apart; in
/// dark they are lighter. Dashes tell series apart where colours do not, on paper for one. Nothing is loaded from elsewhere.
enum ReportStyle {
    /// How many colours there are before dashes begin.
    static let colourCount = 7

    private static let light = [
        "ink": "#1d2126", "soft": "#5b6470", "line": "#d9dde3", "ground": "#ffffff", "card": "#f6f7f9", "heat": "#56b4e9",
        "s0": "#0072b2", "s1": "#d55e00", "s2": "#009e73", "s3": "#b5588f", "s4": "#c48a00", "s5": "#3a9bd9", "s6": "#4d4d4d",
    ]
    private static let dark = [
        "ink": "#e8eaed", "soft": "#9aa4b1", "line": "#383e47", "ground": "#14171b", "card": "#1d2126", "heat": "#0072b2",
        "s0": "#56b4e9", "s1": "#ff8a3d", "s2": "#2ec79a", "s3": "#e69fc6", "s4": "#f0c13a", "s5": "#9fd3f5", "s6": "#c9ccd1",
    ]

    private static func variables(_ values: [String: String]) -> String {
        values.sorted { $0.key < $1.key }.map { "--\($0.key):\($0.value)" }.joined(separator: ";")
    }

    /// The variables of both looks on an element.
    static func looks(of element: String) -> String {
        "\(element){color-scheme:light dark;\(variables(light))}\n"
            + "@media(prefers-color-scheme:dark){\(element){\(variables(dark))}}\n"
    }

    /// The rules of plots.
    static let plot =
        """
        .plot text{font:12px system-ui,-apple-system,"Segoe UI",sans-serif;fill:var(--ink)}
        .plot .title{font-size:14px;font-weight:600}
        .plot .soft{fill:var(--soft)}
        .plot .grid{stroke:var(--line);stroke-width:1;fill:none}
        .plot .axis{stroke:var(--soft);stroke-width:1;fill:none}
        .plot .series{fill:none;stroke-width:2.2;stroke-linejoin:round;stroke-linecap:round}
        .plot .bracket{stroke:var(--soft)!important;stroke-width:1.4;stroke-dasharray:2 4}
        .plot .mark{stroke:var(--ground);stroke-width:1.5}

        """ + (0..<colourCount).map { ".plot .s\($0){stroke:var(--s\($0))}.plot .f\($0){fill:var(--s\($0))}\n" }.joined()

    /// The rules of pages.
    static let page =
        """
        *{box-sizing:border-box}
        body{margin:0;background:var(--ground);color:var(--ink);font:15px/1.5 system-ui,-apple-system,"Segoe UI",sans-serif}
        main{max-width:1180px;margin:0 auto;padding:28px 24px 60px}
        h1{font-size:27px;margin:0 0 4px;letter-spacing:-.01em}
        h2{font-size:20px;margin:44px 0 10px;padding-top:10px;border-top:1px solid var(--line)}
        h3{font-size:15px;margin:22px 0 6px}
        p{max-width:78ch}.soft,figcaption,footer{color:var(--soft)}
        nav{margin:10px 0 0}nav a{margin-right:16px}a{color:var(--s0)}
        dl.facts{display:grid;grid-template-columns:max-content 1fr;gap:2px 16px;margin:16px 0}
        dl.facts dt{color:var(--soft)}dl.facts dd{margin:0}
        .plots{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(520px,100%),1fr));gap:16px}
        .plots figure,.strip{margin:0;background:var(--card);border-radius:10px;padding:12px}
        .plot{width:100%;height:auto;display:block}
        .wide{overflow-x:auto;margin:8px 0}
        table{border-collapse:collapse;font-variant-numeric:tabular-nums}
        th,td{padding:5px 12px;text-align:right;border-bottom:1px solid var(--line);white-space:nowrap}
        th{color:var(--soft);font-weight:600;cursor:pointer;background:var(--ground)}
        th:first-child,td:first-child{text-align:left;position:sticky;left:0;background:var(--ground)}
        td.best{font-weight:700}tr.bracket td{color:var(--soft);font-style:italic}tr.mean td{font-weight:600}
        td.heat{background:color-mix(in srgb,var(--heat) calc(var(--v)*55%),transparent)}
        .key{display:inline-block;width:11px;height:11px;border-radius:3px;margin-right:8px;vertical-align:-1px}
        details{margin:8px 0}summary{cursor:pointer;color:var(--s0)}
        .strip{margin:12px 0}.strip .row{display:grid;grid-template-columns:repeat(auto-fit,minmax(150px,1fr));gap:6px}
        .strip img{width:100%;display:block;border-radius:5px}.strip figure{margin:0}
        figcaption{font-size:13px;margin-top:4px}
        .truth{color:#00a878;font-weight:700}.said{color:#e0631b;font-weight:700}
        footer{margin-top:48px;font-size:13px}
        @media print{nav{display:none}.plots figure,.strip,tr{break-inside:avoid}}

        """

    /// Sorts a table by the column whose head is clicked; without it the page lacks nothing else.
    static let script = """
        document.querySelectorAll('th').forEach(h=>h.addEventListener('click',()=>{
        const b=h.closest('table').tBodies[0],i=h.cellIndex,d=h.dataset.up=h.dataset.up==='1'?'0':'1';
        const v=r=>{const t=r.cells[i].textContent.trim().replace('−','-');const n=parseFloat(t);return isNaN(n)?(i?-Infinity:t):n};
        [...b.rows].filter(r=>!r.classList.contains('mean')).sort((p,q)=>{const x=v(p),y=v(q);
        return (x<y?-1:x>y?1:0)*(i&&d==='1'?-1:1)}).forEach(r=>b.insertBefore(r,b.querySelector('.mean')))}));
        """
}
