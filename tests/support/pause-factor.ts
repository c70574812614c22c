/** In an integration test, pauses of the app and delays of the local store last this share of their time. */
export const PAUSE_FACTOR = 0.1;
