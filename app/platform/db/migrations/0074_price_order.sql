CREATE INDEX "price_schedules_by_due" ON "price_schedules" USING btree ("shop",(CASE WHEN state IN ('scheduled', 'paused', 'applying')
            THEN (extract(epoch FROM effective_at AT TIME ZONE 'UTC') * 1000000)::bigint
            ELSE 100000000000000000 - (extract(epoch FROM effective_at AT TIME ZONE 'UTC') * 1000000)::bigint END),"id");--> statement-breakpoint
CREATE INDEX "price_schedules_by_state" ON "price_schedules" USING btree ("shop","state",(CASE WHEN state IN ('scheduled', 'paused', 'applying')
            THEN (extract(epoch FROM effective_at AT TIME ZONE 'UTC') * 1000000)::bigint
            ELSE 100000000000000000 - (extract(epoch FROM effective_at AT TIME ZONE 'UTC') * 1000000)::bigint END),"id");