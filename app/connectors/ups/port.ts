import type { Cents } from "~/platform/money/cents";

/** A shop's account at UPS. */
export interface UpsAccess {
  /** `https://onlinetools.ups.com`. */
  baseUrl: string;
  clientId: string;
  /** The OAuth client secret. The settings of all connectors call their secret `key`. */
  key: string;
  /** Six characters, the shipper number. */
  accountNumber: string;
}

/** An address in the United States, within UPS's lengths. */
export interface UpsAddress {
  /** At most 35 characters. */
  name: string;
  /** At most three lines of 35 characters. */
  lines: readonly string[];
  city: string;
  /** Two letters. */
  state: string;
  /** `12345` or `12345-6789`. */
  zip: string;
  /** Digits. Empty when there is none. */
  phone: string;
}

/** What a label is bought for. */
export interface LabelRequest {
  /** At most 35 characters. The label can be found again by it, so it is different for each label. */
  reference: string;
  sender: UpsAddress;
  receiver: UpsAddress;
  /** Pounds. */
  weight: number;
  /** The code of a service: `03` is UPS Ground. */
  service: string;
  /** The code of a packaging: `02` is the customer's own. */
  packaging: string;
  /** What is in the package, at most 35 characters. */
  description: string;
}

/** A label that UPS sold. */
export interface UpsLabel {
  /** Voids the label. */
  shipmentId: string;
  trackingNumber: string;
  /** A GIF of 4 × 6 inches. */
  image: Buffer;
  /** What UPS charges for it. Null where UPS doesn't say it, as for a recovered label. */
  cost: { cents: Cents; currency: string } | null;
}

/** UPS failed with an answer: the request is over, but whether something was done must be looked up. */
export class UpsFailed extends Error {}

/** No answer of UPS arrived: what was requested may still be done. */
export class UpsSilent extends Error {}

/** Where a package is. */
export interface UpsTracking {
  state: "labelCreated" | "inTransit" | "delivered" | "exception";
  /** UPS's own words. */
  description: string;
}

/** UPS refused a request: nothing was done. Its sentence is for the log, not for people. */
export class UpsRefused extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

/** UPS doesn't void this shipment, for example because its void period is over. Another attempt gets the same answer. */
export class UpsVoidRefused extends UpsRefused {}

/** After as many records of one run without an answer, UPS counts as down. A single one may be UPS's fault with that record. */
export const MAX_UNANSWERED = 2;

/** UPS. Any other error than `UpsRefused` leaves open whether something was done. */
export interface Ups {
  /** Buys a label for a return that the customer prints. UPS sells another one for the same request. @throws UpsRefused */
  buyReturnLabel(request: LabelRequest): Promise<UpsLabel>;
  /** The label with this reference that isn't voided. Null when there is none. @throws UpsRefused */
  recoverLabel(reference: string): Promise<UpsLabel | null>;
  /** Voids a shipment, or does nothing if it is voided already. @throws UpsVoidRefused for good, UpsRefused */
  voidShipment(shipmentId: string): Promise<void>;
  /** Null while UPS doesn't know the number. @throws UpsRefused */
  track(trackingNumber: string): Promise<UpsTracking | null>;
  /** Gets a token for the client, also when there is one that is still valid. @throws UpsRefused */
  signIn(): Promise<void>;
  /** False for an address that doesn't exist. @throws UpsRefused */
  isAddressValid(address: UpsAddress): Promise<boolean>;
}
