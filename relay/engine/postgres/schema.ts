/** The relay's tables in Postgres, and the function that numbers and stores notifications. */
import { SHARED_TABLES } from './schema-shared.ts';

/** Entries are never changed; each runs once, in one transaction. Times are epoch ms. */
export const MIGRATIONS: readonly string[] = [
  `
  -- Each venue that ever had a notification. Its row is locked until the commit, so its numbers become visible in their order.
  CREATE TABLE venue (venue_id text PRIMARY KEY, last_seq bigint NOT NULL, taken_at bigint NOT NULL) WITH (fillfactor = 50);
  -- Partitioned by the day of the database's clock: whole days are dropped, no row is deleted.
  CREATE TABLE news (
    day date NOT NULL DEFAULT (now() AT TIME ZONE 'UTC')::date,
    venue_id text NOT NULL,
    seq bigint NOT NULL,
    id bytea NOT NULL,
    kind text NOT NULL,
    signature text,
    body bytea NOT NULL,
    taken_at bigint NOT NULL
  ) PARTITION BY RANGE (day);
  CREATE INDEX news_by_venue ON news (venue_id, seq);
  CREATE INDEX news_by_id ON news (id);
  CREATE INDEX news_by_time ON news USING brin (taken_at) WITH (pages_per_range = 16);
  -- Without a known venue. reference: an event that names it and a venue moves the row.
  CREATE TABLE unroutable (
    seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id bytea NOT NULL UNIQUE,
    kind text NOT NULL,
    signature text,
    body bytea NOT NULL,
    taken_at bigint NOT NULL,
    reference text
  );
  CREATE INDEX unroutable_by_reference ON unroutable (reference) WHERE reference IS NOT NULL;
  CREATE TABLE delivery_reference (reference text PRIMARY KEY, venue_id text NOT NULL, at bigint NOT NULL);
  -- Acknowledgements change no indexed column.
  CREATE TABLE reader (
    venue_id text,
    reader text,
    acknowledged bigint NOT NULL DEFAULT 0,
    PRIMARY KEY (venue_id, reader)
  ) WITH (fillfactor = 50);
  CREATE INDEX reader_by_reader ON reader (reader);
  -- Up to where readers that have left acknowledged: a later reader gets nothing again.
  CREATE TABLE fetched (venue_id text PRIMARY KEY, seq bigint NOT NULL);
  CREATE TABLE expired (venue_id text PRIMARY KEY, count bigint NOT NULL, last_at bigint NOT NULL);
  -- Notifications taken before this are expired.
  CREATE TABLE expiry (id int PRIMARY KEY CHECK (id = 1), before bigint NOT NULL);
  INSERT INTO expiry VALUES (1, 0);
  CREATE TABLE write_probe (id int PRIMARY KEY CHECK (id = 1), bytes text NOT NULL);

  -- Makes the partitions of the next days, and drops days whose notifications are all from before oldest.
  CREATE FUNCTION keep_days(oldest bigint) RETURNS void LANGUAGE plpgsql SET lock_timeout = '500ms' AS $$
  DECLARE
    today date := (now() AT TIME ZONE 'UTC')::date;
    name text;
    is_needed boolean;
  BEGIN
    -- One relay at a time; the others try again in a minute, as it does if the table is in use.
    IF NOT pg_try_advisory_xact_lock(7411968216) THEN RETURN; END IF;
    FOR ahead IN 0 .. 7 LOOP
      name := 'news_' || to_char(today + ahead, 'YYYYMMDD');
      IF to_regclass(name) IS NULL THEN
        EXECUTE format('CREATE TABLE %I PARTITION OF news FOR VALUES FROM (%L) TO (%L)', name, today + ahead, today + ahead + 1);
      END IF;
    END LOOP;
    FOR name IN SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
      WHERE i.inhparent = 'news'::regclass AND c.relname < 'news_' || to_char(today, 'YYYYMMDD') LOOP
      EXECUTE format('SELECT EXISTS (SELECT FROM %I WHERE taken_at >= %L)', name, oldest) INTO is_needed;
      IF NOT is_needed THEN EXECUTE format('DROP TABLE %I', name); END IF;
    END LOOP;
  EXCEPTION WHEN lock_not_available THEN NULL;
  END $$;

  -- The venue's newest number that all its readers acknowledged.
  CREATE FUNCTION fetched_up_to(text) RETURNS bigint LANGUAGE sql STABLE AS $$
    SELECT greatest(
      coalesce((SELECT seq FROM fetched WHERE venue_id = $1), 0),
      coalesce((SELECT min(acknowledged) FROM reader WHERE venue_id = $1), 0))
  $$;

  -- Notifications that wait for a reader.
  CREATE VIEW waiting_news AS
    SELECT news.* FROM expiry, venue, LATERAL (SELECT fetched_up_to(venue.venue_id) AS seq OFFSET 0) AS done, news
    WHERE news.venue_id = venue.venue_id AND news.seq > done.seq AND news.taken_at >= expiry.before;

  -- Expires notifications taken before oldest and counts the losses. Returns how many.
  CREATE FUNCTION expire_news(oldest bigint, now bigint, shown_from bigint) RETURNS bigint LANGUAGE plpgsql AS $$
  DECLARE
    lost bigint;
  BEGIN
    PERFORM 1 FROM expiry FOR UPDATE;
    WITH unroutable_gone AS (
      DELETE FROM unroutable WHERE taken_at < oldest RETURNING 1
    ), losses AS (
      SELECT venue_id, count(*) AS count FROM waiting_news WHERE taken_at < oldest GROUP BY venue_id
      UNION ALL SELECT '', count(*) FROM unroutable_gone HAVING count(*) > 0
    ), counted AS (
      INSERT INTO expired SELECT venue_id, count, now FROM losses
      ON CONFLICT (venue_id) DO UPDATE SET count = expired.count + excluded.count, last_at = excluded.last_at
    )
    SELECT coalesce(sum(count), 0) INTO lost FROM losses;
    UPDATE expiry SET before = greatest(before, oldest);
    DELETE FROM expired WHERE last_at < shown_from;
    DELETE FROM delivery_reference WHERE at < oldest;
    RETURN lost;
  END $$;

  -- Numbers follow the database's clock in microseconds: a restored database continues above what counters acknowledged.
  CREATE FUNCTION next_seq(last bigint) RETURNS bigint LANGUAGE sql STABLE AS
    'SELECT greatest(last + 1, (extract(epoch FROM now()) * 1000000)::bigint)';

  CREATE FUNCTION lock_venues(venues text[]) RETURNS void LANGUAGE plpgsql AS $$
  BEGIN
    -- In one order everywhere, so no two relays wait for each other.
    INSERT INTO venue SELECT v, 0, 0 FROM unnest(venues) AS v
      WHERE v IS NOT NULL AND NOT EXISTS (SELECT FROM venue WHERE venue_id = v) GROUP BY v ORDER BY v ON CONFLICT DO NOTHING;
    PERFORM 1 FROM venue WHERE venue_id = ANY (venues) ORDER BY venue_id FOR UPDATE;
  END $$;

  -- Moves unroutable notifications to a locked venue.
  CREATE FUNCTION move_to(venue_of_all text, seqs bigint[]) RETURNS void LANGUAGE plpgsql AS $$
  DECLARE
    last bigint;
    one unroutable;
  BEGIN
    SELECT last_seq INTO last FROM venue WHERE venue_id = venue_of_all;
    FOR one IN SELECT * FROM unroutable WHERE seq = ANY (seqs) ORDER BY seq FOR UPDATE LOOP
      last := next_seq(last);
      INSERT INTO news (venue_id, seq, id, kind, signature, body, taken_at)
        VALUES (venue_of_all, last, one.id, one.kind, one.signature, one.body, one.taken_at);
      DELETE FROM unroutable WHERE seq = one.seq;
      UPDATE venue SET last_seq = last, taken_at = greatest(taken_at, one.taken_at) WHERE venue_id = venue_of_all;
    END LOOP;
  END $$;

  -- Stores a batch in its order. One row for each: its venue and number, or neither; is_before: it was stored earlier.
  -- bodies: one after another, with starts and sizes. refs: JSON arrays of references, or null.
  CREATE FUNCTION append_news(venues text[], ids bytea[], kinds text[], signatures text[], bodies bytea, starts int[], sizes int[],
    refs text[], now bigint)
    RETURNS TABLE (at bigint, venue text, number bigint, is_before boolean) LANGUAGE plpgsql AS $$
  #variable_conflict use_column
  DECLARE
    named text[] := venues;
    place int;
    one text;
    found text;
  BEGIN
    IF cardinality(array_remove(refs, NULL)) > 0 THEN
      -- An event without a venue and one that names it must not miss each other.
      PERFORM pg_advisory_xact_lock(hashtextextended(r, 0)) FROM (
        SELECT DISTINCT r FROM unnest(refs) AS list, jsonb_array_elements_text(list::jsonb) AS r WHERE list IS NOT NULL ORDER BY r
      ) AS locks;
      FOR place IN 1 .. cardinality(refs) LOOP
        CONTINUE WHEN refs[place] IS NULL;
        FOR one IN SELECT jsonb_array_elements_text(refs[place]::jsonb) LOOP
          IF venues[place] IS NOT NULL THEN
            INSERT INTO delivery_reference VALUES (one, venues[place], now)
              ON CONFLICT (reference) DO UPDATE SET venue_id = excluded.venue_id, at = excluded.at;
          ELSIF named[place] IS NULL THEN
            SELECT venue_id INTO found FROM delivery_reference WHERE reference = one;
            named[place] := found;
          END IF;
        END LOOP;
      END LOOP;
    END IF;
    PERFORM lock_venues(named);

    -- From here each statement sees what other relays committed before these locks.
    RETURN QUERY
    WITH known AS MATERIALIZED (
      -- Days after tomorrow are empty.
      SELECT id FROM news WHERE id = ANY (ids) AND day <= (now() AT TIME ZONE 'UTC')::date + 1
      UNION ALL SELECT id FROM unroutable WHERE id = ANY (ids)
    ), given AS MATERIALIZED (
      SELECT t.*, row_number() OVER (PARTITION BY t.id ORDER BY t.n) > 1 OR t.id IN (SELECT id FROM known) AS before
      FROM unnest(named, ids, kinds, signatures, starts, sizes, refs) WITH ORDINALITY AS t(venue_id, id, kind, signature, start, size, ref, n)
    ), numbered AS MATERIALIZED (
      SELECT given.*, next_seq(v.last_seq) - 1 + row_number() OVER (PARTITION BY given.venue_id ORDER BY given.n) AS seq
      FROM given JOIN venue v USING (venue_id) WHERE NOT given.before
    ), stored AS (
      INSERT INTO news (venue_id, seq, id, kind, signature, body, taken_at)
      SELECT venue_id, seq, id, kind, signature, substr(bodies, start, size), now FROM numbered
    ), counted AS (
      UPDATE venue v SET last_seq = m.seq, taken_at = greatest(v.taken_at, now)
      FROM (SELECT venue_id, max(seq) AS seq FROM numbered GROUP BY venue_id) AS m WHERE m.venue_id = v.venue_id
    ), unnamed AS (
      INSERT INTO unroutable (id, kind, signature, body, taken_at, reference)
      SELECT id, kind, signature, substr(bodies, start, size), now, ref::jsonb ->> 0 FROM given WHERE NOT before AND venue_id IS NULL ORDER BY n
    )
    SELECT given.n, numbered.venue_id, numbered.seq, given.before FROM given LEFT JOIN numbered USING (n) ORDER BY given.n;

    FOR place IN 1 .. coalesce(cardinality(refs), 0) LOOP
      CONTINUE WHEN refs[place] IS NULL OR venues[place] IS NULL;
      PERFORM move_to(venues[place], array_agg(u.seq)) FROM unroutable u
        WHERE u.reference IN (SELECT jsonb_array_elements_text(refs[place]::jsonb)) HAVING count(*) > 0;
    END LOOP;
  END $$;
`,
  SHARED_TABLES,
];
