import { setCacheNameDetails } from 'workbox-core';
import { precacheAndRoute } from 'workbox-precaching';
import { language } from '#messages/language.ts';

// Not the default name, which contains this worker's scope: the worker of the product removes old precaches whose name contains its own.
setCacheNameDetails({ suffix: `door-${language}` });
// The document, too: it is the same for every door, and contains neither a token nor data.
precacheAndRoute(JSON.parse(import.meta.env.PRECACHED_FILES), { directoryIndex: '' });
