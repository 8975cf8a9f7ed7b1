import * as v from 'valibot';
import { expect, test } from 'vitest';
import { PROBLEM_STATUS } from '#contract/problem.ts';
import { describeOnBothEngines } from './onBothEngines.ts';

const documentSchema = v.object({
  openapi: v.string(),
  paths: v.record(v.string(), v.record(v.string(), v.looseObject({ responses: v.record(v.string(), v.unknown()) }))),
});

const CALLS = [
  'delete /api/booked-seats',
  'delete /api/user/sessions',
  'delete /api/user/tickets',
  'get /api/booked-seats/{title}',
  'get /api/booked-seats/{title}/live',
  'get /api/health/live',
  'get /api/health/ready',
  'get /api/movie',
  'get /api/movie/{title}',
  'get /api/user/balance',
  'get /api/user/info',
  'get /api/user/tickets',
  'get /api/user/transactions',
  'post /api/booked-seats',
  'post /api/user/balance',
  'post /api/user/signin',
  'post /api/user/signout',
  'post /api/user/signup',
  'post /api/user/tickets',
  'put /api/user/balance',
];

describeOnBothEngines('the description of the API', ({ open }) => {
  test('describes every call and nothing else, from the schemas that parse it', async () => {
    const cinema = await open();
    const answer = await cinema.call('GET', 'docs/json');
    expect(answer.status).toBe(200);
    const { openapi, paths } = v.parse(documentSchema, answer.body);
    expect(openapi).toBe('3.1.0');
    const described = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method} ${path}`),
    );
    expect(described.toSorted()).toEqual(CALLS);
    expect(paths['/api/user/tickets']?.['post']).toMatchObject({
      security: [{ bearer: [] }],
      requestBody: {
        content: { 'application/json': { schema: { properties: { seatNumbers: { type: 'array' } } } } },
      },
      responses: {
        201: { content: { 'application/json': { schema: { properties: { bookingTime: { type: 'string' } } } } } },
        409: { content: { 'application/problem+json': {} } },
      },
    });
    expect(paths['/api/booked-seats/{title}']?.['get']).toMatchObject({
      parameters: [
        { name: 'showtimeDate', in: 'query', required: false },
        { name: 'showtimeTime', in: 'query', required: false },
        { name: 'title', in: 'path', required: true },
      ],
      responses: { 200: { content: { 'application/json': { schema: { type: 'array', maxItems: 1 } } } } },
    });
    const amount = { anyOf: [{ type: 'number' }, { type: 'string' }] };
    for (const method of ['post', 'put']) {
      expect(paths['/api/user/balance']?.[method]).toMatchObject({
        requestBody: { content: { 'application/json': { schema: { properties: { amount } } } } },
      });
    }
    expect(paths['/api/booked-seats']?.['delete']).toMatchObject({
      responses: { 200: { content: { 'application/json': { schema: { type: 'string' } } } } },
    });
    const statuses = new Set(Object.values(PROBLEM_STATUS).map(String));
    for (const methods of Object.values(paths)) {
      for (const { responses } of Object.values(methods)) {
        for (const status of Object.keys(responses)) expect(statuses.has(status) || Number(status) < 300).toBe(true);
      }
    }
  });

  test('is a page for people without a script', async () => {
    const cinema = await open();
    const answer = await cinema.call('GET', 'docs');
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(answer.body).toContain('POST /api/user/tickets');
    expect(answer.body).not.toContain('<script');
  });
});
