/** The language of these messages. */
export const language = 'id';
