import { loadScript } from "./load-script";

/** The library that writes spreadsheets. It is loaded with the first one. */
export const loadWorkbook = () => loadScript(() => import("~/platform/sheets/workbook"));
