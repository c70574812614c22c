/**
 * The second half of Shopify's token bounce: a page that was asked for without a session token answers with an empty page that
 * names itself in `shopify-reload`; App Bridge fetches it again with a token and puts the answer in place.
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
