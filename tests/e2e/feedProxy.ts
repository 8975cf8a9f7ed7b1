import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';

/** Handles a seat feed in the proxy: the response of the server, and the one that the browser gets. */
export type Treatment = (fromServer: IncomingMessage, toBrowser: ServerResponse) => void;

const FEED = /^\/api\/booked-seats\/[^/]+\/live/;

export const passOn: Treatment = (fromServer, toBrowser) => {
  passHeaders(fromServer, toBrowser);
  fromServer.pipe(toBrowser);
};

/** Answers like the login page of a public Wi-Fi. */
export const answerWithPage: Treatment = (fromServer, toBrowser) => {
  fromServer.destroy();
  toBrowser.writeHead(200, { 'content-type': 'text/html' }).end('<html>Welcome</html>');
};

/** Starts a proxy in front of a server. It passes on everything except the seat feeds. */
export async function startFeedProxy(server: string, treat: Treatment) {
  const feeds: ServerResponse[] = [];
  const proxy = createServer((fromBrowser, toBrowser) => {
    const { url = '/', method, headers } = fromBrowser;
    const isFeed = FEED.test(url);
    const toServer = request(new URL(url, server), { method, headers }, (fromServer) => {
      if (isFeed) {
        feeds.push(toBrowser);
        treat(fromServer, toBrowser);
      } else passOn(fromServer, toBrowser);
    });
    // The browser closes a feed, and the server ends it, without an error that matters here.
    toServer.on('error', () => toBrowser.destroy());
    toBrowser.on('close', () => toServer.destroy());
    fromBrowser.pipe(toServer);
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const address = proxy.address();
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    /** The number of feeds that the browser has opened so far. */
    countFeeds: () => feeds.length,
    /** Ends the open feeds without an error, as a proxy with a time limit does. */
    endFeeds: () => {
      for (const feed of feeds) feed.end();
    },
    stop: async () => {
      proxy.close();
      proxy.closeAllConnections();
      await once(proxy, 'close');
    },
  };
}

function passHeaders(fromServer: IncomingMessage, toBrowser: ServerResponse): void {
  toBrowser.writeHead(fromServer.statusCode ?? 502, fromServer.headers);
  toBrowser.flushHeaders();
}
