/**
 * Runs in every document of the page before its own scripts, as plain JavaScript, and keeps in `window.benchVitals` what the
 * browser says of it: times in milliseconds from the document's start.
 */
{
  const vitals = { rowsVisible: 0, largestPaint: 0, layoutShift: 0, slowestInteraction: 0 };
  Object.assign(window, { benchVitals: vitals });

  /** @type {(type: string, take: (entry: any) => void) => void} */
  const observe = (type, take) =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) take(entry);
    }).observe({ type, buffered: true, ...(type === "event" && { durationThreshold: 16 }) });

  observe("largest-contentful-paint", (entry) => {
    vitals.largestPaint = entry.startTime;
  });
  observe("layout-shift", (entry) => {
    if (!entry.hadRecentInput) vitals.layoutShift += entry.value;
  });
  observe("event", (entry) => {
    if (entry.interactionId) vitals.slowestInteraction = Math.max(vitals.slowestInteraction, entry.duration);
  });

  // A row is visible in the frame after the one in which it has a height: rows and styles are there, and it is painted.
  const look = () => {
    const row = document.querySelector("tbody tr");
    if (!row || row.getBoundingClientRect().height === 0) return requestAnimationFrame(look);
    requestAnimationFrame(() => {
      vitals.rowsVisible = performance.now();
    });
  };
  requestAnimationFrame(look);
}
