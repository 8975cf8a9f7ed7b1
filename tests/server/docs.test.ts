import Fastify from 'fastify';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { callNames, calls } from '#contract/calls.ts';
import { errorCodes, errorEntry } from '#contract/apiErrors.ts';
import { ApiError } from '../../src/server/errors/apiError.ts';
import { answerProblem } from '../../src/server/http/answerProblem.ts';
import { describeOnBothEngines } from './onBothEngines.ts';
import { watchApiErrors } from './watchApiErrors.ts';

const documentSchema = v.object({
  openapi: v.string(),
  paths: v.record(v.string(), v.record(v.string(), v.looseObject({ responses: v.record(v.string(), v.unknown()) }))),
});

const CALLS = callNames.map((name) => `${calls[name].method.toLowerCase()} /api/${calls[name].path}`);

describeOnBothEngines('the description of the API', ({ test }) => {
  test('describes every call and nothing else, from the schemas that parse it', async ({ cinema }) => {
    const answer = await cinema.call('GET', 'docs/json');
    expect(answer.status).toBe(200);
    const { openapi, paths } = v.parse(documentSchema, answer.body);
    expect(openapi).toBe('3.1.0');
    const described = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method} ${path}`),
    );
    expect(described.toSorted()).toEqual(CALLS.toSorted());
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
    const statuses = new Set(errorCodes.map((code) => String(errorEntry(code).status)));
    for (const methods of Object.values(paths)) {
      for (const { responses } of Object.values(methods)) {
        for (const status of Object.keys(responses)) expect(statuses.has(status) || Number(status) < 300).toBe(true);
      }
    }
  });

  test('is a page for people', async ({ cinema }) => {
    const answer = await cinema.call('GET', 'docs');
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(answer.body).toContain('swagger-ui');
  });
});

test('an error that its call does not list would be seen', async () => {
  const app = Fastify();
  app.setErrorHandler(answerProblem(() => undefined));
  app.get('/api/movie', async () => {
    throw new ApiError('seat_taken');
  });
  app.get('/api/movie/:title', async () => {
    throw new ApiError('movie_not_found');
  });
  const unlisted = watchApiErrors(app);
  await app.inject('/api/movie');
  await app.inject('/api/movie/Metropolis');
  expect(unlisted).toEqual(['GET movie: seat_taken']);
});
