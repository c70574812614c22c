import type { PartProps } from "~/domain/customers/card-part";
import type { SyncState } from "../state";
import { SyncText } from "./SyncText";

/** The customer's state in Agora. The card's header has the button. */
export const SyncPart = ({ data }: PartProps<SyncState>) => <SyncText state={data} />;
