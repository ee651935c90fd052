"""How a page of HTML looks: by day and by night, on a phone, a desk and paper.

Leaves out its elements (page.py). Text keeps a contrast of 4.5 to 1 and more, parts of charts 3 to 1.
"""

# name -> by day, by night
COLORS = {
    "ground": ("#ffffff", "#14181c"),
    "text": ("#1c2126", "#e6e9ec"),
    "quiet": ("#56606a", "#a3adb7"),
    "accent": ("#0b6475", "#62c6d8"),
    "line": ("#c9d0d6", "#39424b"),
}
_DAY, _NIGHT = ("".join(f"--{name}:{pair[side]};" for name, pair in COLORS.items()) for side in (0, 1))

STYLE = (
    f"""
:root{{color-scheme:light dark;{_DAY}}}
@media (prefers-color-scheme:dark){{:root{{{_NIGHT}}}}}
"""
    + """
*{box-sizing:border-box}
body{margin:0 auto;max-width:70rem;padding:1.5rem 1rem 3rem;background:var(--ground);color:var(--text);
font:1rem/1.5 system-ui,sans-serif;overflow-wrap:break-word}
h1{font-size:1.6rem;margin:0;line-height:1.2}
h2{font-size:1.15rem;margin:0 0 .5rem}
h3{font-size:1rem;margin:1rem 0 .25rem}
p{margin:0 0 .75rem;max-width:60ch}
header p,figcaption,dt,caption,summary,.legend{color:var(--quiet)}
a{color:var(--accent)}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
main:focus{outline:none}
.skip{position:absolute;left:-99rem}
.skip:focus{position:static}
nav ul,.legend{list-style:none;margin:0;padding:0;display:flex;flex-wrap:wrap;gap:.25rem 1rem}
nav{padding:.5rem 0 1.5rem}
nav a{display:inline-block;padding:.2rem 0}
main{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,28rem),1fr));gap:2.5rem 3rem}
main>section{min-width:0}
.wide{grid-column:1/-1}
dl{display:flex;flex-wrap:wrap;gap:.75rem 2.5rem;margin:0}
dd{margin:0;font-size:1.3rem;font-variant-numeric:tabular-nums}
dt{font-size:.9rem}
figure{margin:0 0 1rem}
figcaption{margin-bottom:.5rem;max-width:60ch}
.panels{display:flex;flex-wrap:wrap;gap:.75rem 1.5rem}
svg{display:block;flex:1 1 20rem;width:100%;max-width:30rem;height:auto;overflow:visible}
svg text{fill:var(--text);font-size:11px;font-family:inherit}
svg .quiet{fill:var(--quiet)}
.axis{stroke:var(--line)}
.whisker{stroke:var(--text);stroke-width:1.5}
.diagonal{stroke:var(--quiet);stroke-dasharray:3 3}
.empty{fill:none;background:none;stroke:var(--line);border-color:var(--line)}
.one,.two,.three,.four{fill:var(--accent);background:var(--accent);stroke:var(--accent)}
.one{fill-opacity:.1}
.two{fill-opacity:.3}
.three{fill-opacity:.6}
.swatch{display:inline-block;width:.8em;height:.8em;margin-right:.4em;border:1px solid var(--accent)}
.swatch.empty{border-color:var(--line)}
.swatch.one{background:color-mix(in srgb,var(--accent) 10%,transparent)}
.swatch.two{background:color-mix(in srgb,var(--accent) 30%,transparent)}
.swatch.three{background:color-mix(in srgb,var(--accent) 60%,transparent)}
.legend{font-size:.9rem;margin-top:.5rem}
.scroll{overflow-x:auto}
details{margin-top:.5rem}
summary{cursor:pointer;padding:.2rem 0;font-size:.9rem}
table{border-collapse:collapse;font-size:.9rem;font-variant-numeric:tabular-nums}
caption{text-align:left;padding-bottom:.25rem}
th,td{text-align:left;vertical-align:top;white-space:nowrap}
th,td{padding:.25rem 1.25rem .25rem 0;border-bottom:1px solid var(--line)}
th{font-weight:600}
tbody th{font-weight:400}
.number{text-align:right}
.long{white-space:normal;min-width:min(24rem,55vw)}
@media (max-width:40rem){th,td{padding-right:.75rem}}
@media print{
:root{color-scheme:light;--ground:#fff;--text:#000;--quiet:#444;--accent:#0b6475;--line:#bbb}
body{max-width:none;padding:0;font-size:10pt}
nav,.skip{display:none}
section,figure,tr{break-inside:avoid}
*{print-color-adjust:exact}
}
"""
)
