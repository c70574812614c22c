import { useNavigate } from "@remix-run/react";
import { Button, Select } from "@shopify/polaris";
import { Suspense, useEffect, useState } from "react";
import { type DatePreset, datesOf, presetChoices } from "~/platform/dates/date-presets";
import { formatUsDate } from "~/platform/dates/date-text";
import { DayPicker } from "~/ui/form/DayPicker";
import { lazyPart } from "~/ui/lazy-part";
import { firstPage } from "~/ui/list/address";
import { usePendingSearch } from "~/ui/list/usePendingSearch";
import { useCall } from "~/ui/useCall";
import { dashboardCall } from "../function";
import { type DateRange, defaultRange, rangeProblems } from "../range";
import styles from "./RangeBar.module.css";

const DeliveryDialog = lazyPart(() => import("~/core/exports/ui/DeliveryDialog"));

/** The days that the page shows, and its buttons. @param today in the shop's time zone, YYYY-MM-DD */
export function RangeBar({ range, today }: { range: DateRange; today: string }) {
  const navigate = useNavigate();
  const search = usePendingSearch();
  const refreshing = useCall();
  const [isExporting, setExporting] = useState(false);
  const [days, setDays] = useState(range);
  const [changedLast, setChangedLast] = useState<keyof DateRange>("dateFrom");
  const { dateFrom, dateTo } = range;
  // The back button changes the address from outside.
  useEffect(() => setDays({ dateFrom, dateTo }), [dateFrom, dateTo]);

  const problems = rangeProblems(days, today, changedLast);
  const isValid = Object.keys(problems).length === 0;
  const change = (field: keyof DateRange, day: string) => {
    const changed = { ...days, [field]: day };
    setDays(changed);
    setChangedLast(field);
    if (Object.keys(rangeProblems(changed, today)).length === 0)
      navigate(firstPage(search, { ...changed }), { replace: true, preventScrollReset: true });
  };
  const choose = (preset: DatePreset) => {
    const chosen = datesOf(preset, today);
    setDays(chosen);
    navigate(firstPage(search, { ...chosen }), { replace: true, preventScrollReset: true });
  };
  const clear = () => {
    setDays(defaultRange(today));
    navigate(firstPage(search, { dateFrom: null, dateTo: null }), { preventScrollReset: true });
  };
  return (
    <div className={styles.bar}>
      <div className={styles.day}>
        <Select
          label="Dates"
          {...presetChoices(days, today)}
          onChange={(preset) => preset && choose(preset as DatePreset)}
        />
      </div>
      <div className={styles.day}>
        <DayPicker
          label="Date From"
          day={days.dateFrom}
          max={today}
          error={problems.dateFrom}
          onDay={(day) => change("dateFrom", day)}
        />
      </div>
      <div className={styles.day}>
        <DayPicker
          label="Date To"
          day={days.dateTo}
          max={today}
          error={problems.dateTo}
          onDay={(day) => change("dateTo", day)}
        />
      </div>
      <div className={styles.buttons}>
        <Button
          variant="primary"
          loading={refreshing.isBusy}
          onClick={() => refreshing.run(dashboardCall("dashboard.refresh", {}))}
        >
          Refresh
        </Button>
        <Button onClick={clear}>Clear</Button>
        <Button disabled={!isValid} onClick={() => setExporting(true)}>
          Export
        </Button>
      </div>
      {isExporting && (
        <Suspense>
          <DeliveryDialog
            title="Export customers data"
            what={`All metrics by day, from ${formatUsDate(days.dateFrom)} to ${formatUsDate(days.dateTo)}.`}
            callOf={(delivery) => dashboardCall("dashboard.export", { ...days, ...delivery })}
            onClose={() => setExporting(false)}
          />
        </Suspense>
      )}
    </div>
  );
}
