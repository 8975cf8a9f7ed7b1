/** Too many wait for the database already: it is better to come again than to join them (reliability 39). */
export class DatabaseBusy extends Error {
  override readonly name = 'DatabaseBusy';

  constructor() {
    super('Too many requests wait for the database');
  }
}
