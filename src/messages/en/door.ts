// The page of staff who check tickets at the door of a hall
export const changeTheme = 'Light or dark';
export const chooseScreening = 'Choose the screening';
export const nextScreening = 'Next';
export const noScreenings = 'Nobody has bought a ticket for today';
export const reloadScreenings = 'Reload';
export const changeScreening = 'Change screening';

/** How many of the sold seats are inside: `34 of 51 inside`. */
export function seatsInside(inside: number, sold: number): string {
  return `${inside} of ${sold} inside`;
}

// The phone without a door
export const opening = 'Opening the door';
export const noDoor = 'This phone is not a door';
export const howToOpen =
  'Open the link that you were sent for your door. The link works on every phone until the door ends.';
export const doorClosed = 'This door is closed';
export const howToReopen = 'Ask for a new link. What this phone could not send stays here, and the new link sends it.';
export const doorNotLoaded = 'The door could not be opened';

// The connection
export const online = 'Online';
export const offline = 'Offline: tickets are checked by the list on this phone';
export const sending = 'Sending';

/** How many admissions the server does not know yet. */
export function notSent(count: number): string {
  return `${count} not sent yet`;
}

// The camera and the field
export const holdBefore = 'Hold the QR code of a ticket in front of the camera';
export const cameraWaits = 'The camera waits while you type';
export const cameraFailures = {
  denied: 'This page may not use the camera. Allow the camera in the settings of the browser, or type the code.',
  absent: 'This device has no camera that the page can use. Type the code, or use a hand scanner.',
  busy: 'Another app uses the camera. Close that app, or type the code.',
  failed: 'The camera does not work. Type the code, or use a hand scanner.',
} as const;
export const startCamera = 'Start the camera';
export const code = 'Code of the ticket';
export const check = 'Check';
export const checking = 'Checking';

// The answers, each a large word
export const answers = {
  welcome: 'Welcome',
  welcome_unconfirmed: 'Welcome, not confirmed',
  already_inside: 'Already inside',
  another_screening: 'Another screening',
  cancelled: 'Cancelled',
  not_ours: 'Not a ticket of ours',
  too_early: 'Too early',
  unlisted: 'Cannot be checked offline',
  not_a_code: 'Not a ticket code',
  unstored: 'Not let in',
  failed: 'Not checked',
  undone: 'Undone',
  not_undone: 'Not undone',
} as const;

/** The number of people that a ticket admits. */
export function people(count: number): string {
  return count === 1 ? '1 person' : `${count} people`;
}

/** When a ticket was used, and at which door: `Since 19.20, at Entrance`. */
export function insideSince(time: string, door: string): string {
  return `Since ${time}, at ${door}`;
}

export function opensAt(time: string): string {
  return `The doors open at ${time}`;
}

export const explanations = {
  welcome_unconfirmed: 'Let them in. The phone tells the server later.',
  unlisted: 'The list of this phone lacks this ticket. Check it again online.',
  not_a_code: 'A code has 20 letters and digits.',
  unstored: 'The phone is offline, and its storage is full or blocked. Check the ticket again online.',
  undone: 'The ticket counts as not inside.',
  not_undone: 'The storage of this phone is full or blocked. The ticket still counts as inside.',
} as const;

/** The button that undoes the last admission: `Undo: Seats 12 and 13`. */
export function undo(seats: string): string {
  return `Undo: ${seats}`;
}

// The later answers of the server
export const toClearUp = 'To clear up';
export const admittedBut = 'Let in without a connection, but the server says:';
export const notUndone = 'The undo came too late: the ticket still counts as inside';
export const acknowledge = 'Understood';
export const unsent = 'Not sent yet';
export const admission = 'Let in';
export const admissionUndone = 'Undone';
