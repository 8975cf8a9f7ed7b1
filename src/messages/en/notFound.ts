export const title = 'Page not found';
export const nothingHere = 'There is nothing at this address';
export const reason = 'The page may have moved, or the address may contain a mistake.';
