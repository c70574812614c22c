import { normalizePath, type Rollup } from "vite";

/** What every page loads, what every list page adds to that, what the progress of a job adds, what an import adds, and what lists of people add. */
const GROUPS = [
  {
    name: "app",
    roots: ["app/entry.client.tsx", "app/root.tsx", "app/shell.tsx", "app/core/function-entry.ts"],
  },
  {
    name: "list",
    roots: [
      "app/ui/ListPage.tsx",
      "app/ui/list/RowActions.tsx",
      "app/ui/list/SortSelect.tsx",
      "app/ui/form/fields.tsx",
      "app/ui/form/ActionForm.tsx",
      "app/ui/Dialog.tsx",
      "app/ui/TwoLines.tsx",
      "app/ui/CardHeading.tsx",
      "app/ui/form/ConflictBanner.tsx",
      "app/ui/form/useOpenedBasis.ts",
      "app/ui/Moment.tsx",
      "app/ui/EmailText.tsx",
      "app/ui/useCall.ts",
      "app/ui/useLoad.ts",
      "app/ui/list/useClearWhenAccepted.ts",
      "app/ui/useDialogCall.ts",
      "app/ui/useAddressRequest.ts",
      "app/ui/list/latest-row.ts",
      "app/ui/list/RowLink.tsx",
      "app/ui/list/ListHints.tsx",
      "app/core/page-call.ts",
      "app/ui/Skeletons.tsx",
      "app/ui/save-file.ts",
      "app/platform/money/format-money.ts",
      "app/platform/money/decimal.ts",
      "app/platform/dates/date-text.ts",
      "app/platform/text/pluralize.ts",
      "app/platform/text/identifier.ts",
      "app/core/exports/ui/ExportButton.tsx",
      "app/platform/sheets/spreadsheet.ts",
      "app/platform/mail-address.ts",
    ],
  },
  { name: "live", roots: ["app/ui/realtime/useLiveJob.ts"] },
  {
    name: "import",
    roots: [
      "app/ui/import/ImportButton.tsx",
      "app/core/imports/ui/CreateAgainBanner.tsx",
      "app/ui/JobProgress.tsx",
      "app/ui/import/sheet-reader.ts",
      "app/platform/sheets/reading/headings.ts",
    ],
  },
  {
    name: "people",
    roots: [
      "app/ui/Timeline.tsx",
      "app/ui/Tags.tsx",
      "app/domain/customers/edit-fields.ts",
      "app/domain/registrations/status.ts",
      "app/domain/invitations/screens.ts",
      "app/domain/invitations/ui/InvitationStateText.tsx",
    ],
  },
] as const;

/** Polaris components and icons that few pages use. Each gets its own file, because every page imports the package's index. */
const RARE = [
  {
    name: "date-picker",
    folders: /\/@shopify\/(?:polaris\/.*\/components\/DatePicker\/|polaris-icons\/.*\/CalendarIcon\.)/,
  },
  { name: "drop-zone", folders: /\/@shopify\/polaris\/.*\/components\/DropZone\// },
  { name: "data-table", folders: /\/@shopify\/polaris\/.*\/components\/DataTable\// },
  { name: "range-slider", folders: /\/@shopify\/polaris\/.*\/components\/RangeSlider\// },
  { name: "choice-list", folders: /\/@shopify\/polaris\/.*\/components\/(?:ChoiceList|RadioButton)\// },
  { name: "layout", folders: /\/@shopify\/polaris\/.*\/components\/(?:Layout|DescriptionList)\// },
  { name: "collapsible", folders: /\/@shopify\/polaris\/.*\/components\/Collapsible\// },
  { name: "thumbnail", folders: /\/@shopify\/polaris\/.*\/components\/Thumbnail\// },
  { name: "combobox", folders: /\/@shopify\/polaris\/.*\/components\/(?:Autocomplete|Combobox|Listbox)\// },
  {
    name: "icons",
    folders:
      /\/@shopify\/polaris-icons\/.*\/(?:Delete|DragHandle|External|Image|Play|SortAscending|SortDescending|Upload)Icon\./,
  },
] as const;

/**
 * Creates Rollup's `manualChunks` for one build of the browser's scripts. All pages share two files: packages and our own modules. List
 * pages share another one, and so do pages with a job, imports and lists of people. Without this, each shared module becomes a file, and a list page loads sixty.
 */
export function browserChunks(): Rollup.GetManualChunk {
  let chunks: Map<string, string> | undefined;
  return (id, { getModuleInfo }) => {
    chunks ??= assignChunks(getModuleInfo);
    return chunks.get(id);
  };
}

function assignChunks(getModuleInfo: Rollup.GetModuleInfo): Map<string, string> {
  const assigned = new Map<string, string>();
  // As Vite writes the ids of modules: on Windows with slashes.
  const project = normalizePath(process.cwd());
  for (const { name, roots } of GROUPS) {
    const pendingIds: string[] = roots.map((root) => `${project}/${root}`);
    for (const id of pendingIds)
      if (!getModuleInfo(id)) throw new Error(`The browser's scripts don't include ${id}. Correct GROUPS.`);
    for (let id = pendingIds.pop(); id !== undefined; id = pendingIds.pop()) {
      const module = getModuleInfo(id);
      if (!module || assigned.has(id)) continue;
      const rare = RARE.find(({ folders }) => folders.test(id));
      assigned.set(id, rare?.name ?? (name === "app" && id.includes("/node_modules/") ? "packages" : name));
      // What is imported dynamically stays a file of its own: it is loaded when it is needed.
      pendingIds.push(...module.importedIds);
    }
  }
  return assigned;
}
