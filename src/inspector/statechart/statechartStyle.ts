/** Stylesheet for a diagram in its own file, with a light and a dark scheme. */
export const statechartStyle = `
svg{--paper:#fff;--frame:#faf8f3;--ink:#1b1814;--muted:#5e574b;--line:#857d6e;--accent:#7a5200;background:#f2f1ee}
@media(prefers-color-scheme:dark){svg{--paper:#1e1c19;--frame:#171614;--ink:#f5f1e8;--muted:#b8b0a2;--line:#7a7468;--accent:#ffc107;background:#121212}}
text{font-family:ui-monospace,Menlo,Consolas,"DejaVu Sans Mono","Liberation Mono",monospace;fill:var(--ink)}
.description{font-family:system-ui,"Segoe UI",Arial,"Liberation Sans",sans-serif;fill:var(--muted)}
.state>rect{fill:var(--paper);stroke:var(--line)}
.frame>rect{fill:var(--frame)}
.parallel>rect{stroke-dasharray:6 4}
.final rect+rect{fill:none}
.header text{paint-order:stroke;stroke:var(--frame);stroke-width:4px;stroke-linejoin:round}
.name,.trigger,.tags{font-weight:700}
.tags{fill:var(--accent)}
.actions{fill:var(--muted)}
.arrow{fill:none;stroke:var(--muted);stroke-width:1.25}
.head{fill:var(--muted)}
.label rect{fill:var(--frame)}
.anywhere rect{fill:none;stroke:var(--line);stroke-dasharray:3 3}
.anywhere text{font-size:10.5px;fill:var(--muted)}
`.trim();
