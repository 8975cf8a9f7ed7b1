import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';

const SMALLEST_BYTES = 1024;
const QUICK_BROTLI = 5;

/**
 * Compresses responses of 1 KiB and more, such as the list of films, if the client accepts it. Built files
 * are already compressed, and feeds are not compressed. Request bodies are never decompressed, so that the body limit holds.
 */
export async function compressAnswers(app: FastifyInstance): Promise<void> {
  await app.register(compress, {
    threshold: SMALLEST_BYTES,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: QUICK_BROTLI } },
    globalDecompression: false,
  });
}
