import type { PartProps } from "~/domain/customers/card-part";
import { TAB_NAMES } from "~/domain/registrations/status";
import type { SyncState } from "../state";
import { SyncButton } from "./SyncButton";

/** The Sync button in the header of an approved customer's card. */
export const SyncHeader = ({ data, customer }: PartProps<SyncState>) =>
  customer.registrations.some(({ status }) => status === TAB_NAMES.approved) && (
    <SyncButton customer={customer} state={data} />
  );
