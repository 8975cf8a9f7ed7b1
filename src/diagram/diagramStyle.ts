/** The look of a diagram that stands alone: the product's light values, and its dark ones where the reader prefers dark. */
export const diagramStyle = `
:root{--ground:#f2f1ee;--paper:#fff;--nested:#faf8f3;--ink:#1b1814;--muted:#5e574b;--line:#857d6e;--accent:#7a5200;--edge:#5e574b}
@media(prefers-color-scheme:dark){:root{--ground:#121212;--paper:#1e1c19;--nested:#171614;--ink:#f5f1e8;--muted:#b8b0a2;--line:#7a7468;--accent:#ffc107;--edge:#b8b0a2}}
text{font-family:Arial,Helvetica,"Liberation Sans",sans-serif;fill:var(--ink)}
.ground{fill:var(--ground)}
.state rect{fill:var(--paper);stroke:var(--line)}
.frame>rect{fill:var(--nested)}
.parallel>rect{stroke-dasharray:6 4}
.header text{paint-order:stroke;stroke:var(--nested);stroke-width:5px;stroke-linejoin:round}
.final .inner{fill:none}
.name,.tags,.trigger{font-weight:700}
.tags{fill:var(--accent)}
.description,.actions{fill:var(--muted)}
.arrow{fill:none;stroke:var(--edge);stroke-width:1.25}
.head,.initial{fill:var(--edge)}
.label rect{fill:var(--nested)}
.anywhere rect{fill:none;stroke:var(--line);stroke-dasharray:3 3}
.anywhere text{font-size:11.5px;fill:var(--muted)}
`.trim();
