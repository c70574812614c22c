import type { Frame, Page } from "playwright";

/** Reads that stay open for a live connection. */
const LIVE = /\/(realtime|socket\.io)\b/;

/** Watches a page's requests, so that `settled` knows when none is being answered. Call it before the page opens anything. */
export function watchRequests(page: Page): () => number {
  const open = new Set<object>();
  page.on("request", (request) => {
    if (!LIVE.test(request.url())) open.add(request);
  });
  page.on("requestfinished", (request) => open.delete(request));
  page.on("requestfailed", (request) => open.delete(request));
  // The requests of a page that was left are never reported.
  page.on("framenavigated", (frame) => {
    if (frame === page.mainFrame()) open.clear();
  });
  return () => open.size;
}

/**
 * Waits until the app's page shows all that it will: hydrated, no request, nothing marked as loading, pictures and fonts there, no
 * animation running.
 * @throws Error that says what it was waiting for
 */
export async function settled(frame: Frame, openRequests: () => number, timeout = 30_000): Promise<void> {
  const deadline = performance.now() + timeout;
  let reasons: string[] = [];
  // Twice in a row: an effect of the last answer may ask for more.
  for (let quiet = 0; quiet < 2; ) {
    reasons = [
      ...(openRequests() > 0 ? [`${openRequests()} requests`] : []),
      ...(await frame.evaluate(whatIsMissing)),
    ];
    quiet = reasons.length === 0 ? quiet + 1 : 0;
    if (performance.now() > deadline)
      throw new Error(`The page still waits for ${reasons.join(", ") || "itself"}.`);
  }
}

/** Runs in the page, after its next two frames. */
async function whatIsMissing(): Promise<string[]> {
  for (let frames = 0; frames < 2; frames++) await new Promise(requestAnimationFrame);
  // React marks each element that it has hydrated, the outermost last.
  const isHydrated = Object.keys(document.documentElement).some((name) => name.startsWith("__reactProps$"));
  const loading = document.querySelectorAll('[aria-busy="true"], .Polaris-Spinner, [class*="Skeleton"]');
  const pictures = [...document.images].filter(
    (image) => !image.complete && image.checkVisibility() && image.loading !== "lazy",
  );
  const animations = document
    .getAnimations()
    .filter(
      (animation) =>
        animation.playState === "running" &&
        Number.isFinite(animation.effect?.getComputedTiming().endTime ?? 0),
    );
  return [
    ...(isHydrated ? [] : ["hydration"]),
    ...[...loading].filter((each) => each.checkVisibility()).map(({ className }) => `"${className}" to load`),
    ...(pictures.length > 0 ? [`${pictures.length} pictures`] : []),
    ...(document.fonts.status === "loaded" ? [] : ["fonts"]),
    ...(animations.length > 0 ? [`${animations.length} animations`] : []),
  ];
}
