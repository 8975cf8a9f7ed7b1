export const closeDialog = 'Close dialog';
export const username = 'User name';
export const password = 'Password';
export const underWay = 'Your previous request is still being processed.';
