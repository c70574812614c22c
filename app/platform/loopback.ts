/** True for an IP address of this machine that no other one can reach. */
export const isLoopback = (address: string): boolean =>
  address === "::1" || /^127(\.\d{1,3}){3}$/.test(address);

/** True for a URL that leads to this machine only. */
export function isLoopbackUrl(url: string): boolean {
  const { hostname } = new URL(url);
  return hostname === "localhost" || isLoopback(hostname.replace(/^\[|\]$/g, ""));
}
