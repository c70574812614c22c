/** The most characters of an event's name and description. */
export const EVENT_NAME_MOST = 255;
export const EVENT_DESCRIPTION_MOST = 5_000;
/** The most people that an event may have room for. */
export const CAPACITY_MOST = 1_000_000;
