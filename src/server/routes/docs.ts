import type { FastifyInstance } from 'fastify';
import { calls, type Call } from '#contract/calls.ts';
import { PROBLEM_STATUS } from '#contract/problem.ts';

const NEEDS: Readonly<Record<Call['kind'], string>> = {
  open: '',
  feed: '',
  personal: 'bearer token',
  intent: 'bearer token, takes an Idempotency-Key',
};

const STYLE = `body { font-family: system-ui, sans-serif; margin: 2rem auto; max-width: 70rem; padding: 0 1rem; color-scheme: light dark }
table { border-collapse: collapse; width: 100% }
td, th { border-bottom: 1px solid #8884; padding: .5rem; text-align: left; vertical-align: top }
`;

/** The description of the API: OpenAPI for programs, one plain page for people. */
export function docsRoutes(app: FastifyInstance): void {
  const html = page();
  app.get('/docs/json', () => app.swagger());
  app.get('/docs/style.css', (_request, reply) => reply.type('text/css; charset=utf-8').send(STYLE));
  app.get('/docs', (_request, reply) => reply.type('text/html; charset=utf-8').send(html));
}

function page(): string {
  const rows = Object.values<Call>(calls).map(({ method, path, kind, status, summary, refusals }) => {
    const problems = refusals.map((code) => `${PROBLEM_STATUS[code]} ${code}`).join('<br>');
    return `<tr><td><code>${method} /api/${path}</code></td><td>${summary}</td><td>${NEEDS[kind]}</td><td>${status}</td><td>${problems}</td></tr>`;
  });
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>The API of Nobar Now</title>
<link rel="stylesheet" href="/api/docs/style.css">
</head>
<body>
<h1>The API of Nobar Now</h1>
<p>Every schema stands in the <a href="/api/docs/json">OpenAPI document</a>. Money is whole rupiah.</p>
<table>
<thead><tr><th>Call</th><th>What it does</th><th>Needs</th><th>Answers</th><th>Refuses with</th></tr></thead>
<tbody>
${rows.join('\n')}
</tbody>
</table>
</body>
</html>
`;
}
