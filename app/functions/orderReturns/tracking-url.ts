/** Where customers and staff follow a package. */
export const trackingUrl = (trackingNumber: string): string =>
  `https://www.ups.com/track?tracknum=${encodeURIComponent(trackingNumber)}`;
