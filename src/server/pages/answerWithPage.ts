import type { FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../errors/refusal.ts';

const FILES_OR_API = /^\/(?:api|assets|posters)(?:[/?]|$)/;
const ACCEPTS_HTML = /text\/(?:html|\*)/;

/** Answers a path that is neither call nor file: the product's document when a page is asked for, else `not_found`. */
export function answerWithPage(html: string) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    if (!asksForPage(request)) throw new Refusal('not_found');
    // The inspector may open a window that is not the product's and must be able to speak to it.
    if (asksForInspector(request)) reply.header('cross-origin-opener-policy', 'same-origin-allow-popups');
    return reply.code(200).header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(html);
  };
}

function asksForPage({ url, headers }: FastifyRequest): boolean {
  const accept = headers.accept ?? '*/*';
  return !FILES_OR_API.test(url) && (ACCEPTS_HTML.test(accept) || accept === '*/*');
}

function asksForInspector({ url }: FastifyRequest): boolean {
  return new URLSearchParams(url.split('?').slice(1).join('?')).has('inspect');
}
