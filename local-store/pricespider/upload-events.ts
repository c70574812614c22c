import { EventEmitter } from "node:events";

/** What happens on the upload servers, for tests that stop a transfer at a step. */
export type UploadEvents = EventEmitter<{
  login: [user: string];
  upload: [name: string];
  rename: [name: string];
}>;

export const createUploadEvents = (): UploadEvents => new EventEmitter();
