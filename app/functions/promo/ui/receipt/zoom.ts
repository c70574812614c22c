/** How a receipt is zoomed from outside of its viewer. */
export interface Zoom {
  zoomIn(): void;
  zoomOut(): void;
  reset(): void;
}

/** One step of a button, a key or the wheel. 1 is the size in which the receipt fits its frame. */
export const ZOOM_STEP = 0.1;
export const MIN_ZOOM = 0.1;
export const MAX_ZOOM = 8;
