import type { FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from './refusal.ts';

const FILES_OR_API = /^\/(?:api|assets|posters)(?:[/?]|$)/;
const ACCEPTS_HTML = /text\/(?:html|\*)/;

/** Answers a path that is neither call nor file: the product's document when a page is asked for, else `not_found`. */
export function answerUnknownPath(html: string | undefined) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    if (html === undefined || !asksForPage(request)) throw new Refusal('not_found');
    return reply.code(200).header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(html);
  };
}

function asksForPage({ method, url, headers }: FastifyRequest): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  const accept = headers.accept ?? '*/*';
  return !FILES_OR_API.test(url) && (ACCEPTS_HTML.test(accept) || accept === '*/*');
}
