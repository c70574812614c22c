/**
 * The second step of Shopify's token bounce. A page requested without a session token responds with an empty page and its own URL in
 * `shopify-reload`. App Bridge fetches that URL with a token and replaces the page with the response.
 */
export async function reloadWithToken(address: string): Promise<void> {
  const target = new URL(address, location.href);
  if (target.origin !== location.origin) return;
  const response = await fetch(target, { headers: { "X-Shopify-Bounce": "1" } });
  const html = await response.text();
  history.replaceState(null, "", response.redirected ? response.url : target.href);
  document.open();
  document.write(html);
  document.close();
}
