import type { UpsAddress } from "~/connectors/ups/port";

/** The settings that make the address that returns are sent to. */
interface ReturnAddressSettings {
  returnName: string;
  returnAddress: string;
  returnCity: string;
  returnState: string;
  returnZip: string;
  returnPhone: string;
}

/** The address that returns are sent to. */
export const returnAddressOf = (settings: ReturnAddressSettings): UpsAddress => ({
  name: settings.returnName,
  lines: [settings.returnAddress],
  city: settings.returnCity,
  state: settings.returnState,
  zip: settings.returnZip,
  phone: settings.returnPhone.replace(/\D/g, ""),
});
