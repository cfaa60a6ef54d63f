/** What relays share besides notifications: who may connect, groups' settings, who is connected where, alerts. */

export const SHARED_TABLES = `
  -- Numbers each change of counter and group_settings. Its row is locked until the commit, so numbers become visible in their order.
  CREATE TABLE registry_version (id int PRIMARY KEY CHECK (id = 1), version bigint NOT NULL);
  INSERT INTO registry_version VALUES (1, 0);
  -- Numbers follow the clock in microseconds: a restored database continues above what relays have copied.
  CREATE FUNCTION next_version(now bigint) RETURNS bigint LANGUAGE sql AS
    'UPDATE registry_version SET version = greatest(version + 1, now * 1000) RETURNING version';
  CREATE TABLE invitation (
    code_hash bytea PRIMARY KEY,
    label text NOT NULL,
    venue_ids text NOT NULL,
    expires_at bigint NOT NULL,
    used_at bigint,
    group_name text,
    settings_key text
  );
  CREATE TABLE counter (
    id text PRIMARY KEY,
    key_hash bytea NOT NULL UNIQUE,
    label text NOT NULL,
    venue_ids text NOT NULL,
    created_at bigint NOT NULL,
    seen_at bigint NOT NULL,
    revoked_at bigint,
    seal_key text,
    group_name text,
    version bigint NOT NULL
  );
  CREATE INDEX counter_by_version ON counter (version);
  CREATE TABLE group_settings (
    group_name text,
    number bigint,
    key text NOT NULL,
    signed text NOT NULL,
    version bigint NOT NULL,
    PRIMARY KEY (group_name, number)
  );
  CREATE INDEX group_settings_by_version ON group_settings (version);
  -- Fingerprints of what must be the same at all relays.
  CREATE TABLE agreement (name text PRIMARY KEY, print text NOT NULL);
  -- Who is connected where, and how each relay is. Written again after a failover.
  CREATE UNLOGGED TABLE presence (
    counter_id text PRIMARY KEY,
    relay text NOT NULL,
    report text NOT NULL,
    left_at bigint,
    changed_at bigint NOT NULL
  );
  CREATE INDEX presence_by_change ON presence (changed_at);
  CREATE UNLOGGED TABLE relay (name text PRIMARY KEY, state text NOT NULL, at bigint NOT NULL);
  -- One relay at a time alerts about counters; epoch: numbers its holders.
  CREATE TABLE lease (name text PRIMARY KEY, holder text NOT NULL, epoch bigint NOT NULL, until timestamptz NOT NULL);
  CREATE TABLE support_request (
    counter_id text PRIMARY KEY,
    id text NOT NULL,
    reason text NOT NULL,
    state text NOT NULL,
    asked_at bigint NOT NULL,
    answered_at bigint,
    file bytea
  );
  CREATE TABLE open_alert (key text PRIMARY KEY, alert text NOT NULL);
  CREATE TABLE alert_message (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, body text NOT NULL);

  -- Epoch ms of the database's clock.
  CREATE FUNCTION clock_ms() RETURNS bigint LANGUAGE sql VOLATILE AS 'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint';

  CREATE FUNCTION redeem_invitation(code bytea, new_id text, new_key bytea, given_label text, now bigint)
    RETURNS TABLE (why text, label text, venue_ids text, group_name text, settings_key text) LANGUAGE plpgsql AS $$
  #variable_conflict use_column
  DECLARE
    one invitation;
  BEGIN
    SELECT * INTO one FROM invitation WHERE code_hash = code FOR UPDATE;
    IF NOT FOUND THEN why := 'unknown';
    ELSIF one.used_at IS NOT NULL THEN why := 'used';
    ELSIF one.expires_at <= now THEN why := 'expired';
    ELSE
      label := coalesce(nullif(one.label, ''), given_label);
      venue_ids := one.venue_ids;
      group_name := one.group_name;
      settings_key := one.settings_key;
      UPDATE invitation SET used_at = now WHERE code_hash = code;
      INSERT INTO counter VALUES (new_id, new_key, label, venue_ids, now, now, NULL, NULL, group_name, next_version(now));
      INSERT INTO reader (venue_id, reader) SELECT v, new_id FROM jsonb_array_elements_text(venue_ids::jsonb) AS v ON CONFLICT DO NOTHING;
    END IF;
    RETURN NEXT;
  END $$;

  -- Why the version isn't the group's newest, or null once it is.
  CREATE FUNCTION publish_settings(of_group text, new_number bigint, with_key text, document text, now bigint) RETURNS text
    LANGUAGE plpgsql AS $$
  DECLARE
    next bigint := next_version(now);
    newest group_settings;
  BEGIN
    SELECT * INTO newest FROM group_settings WHERE group_name = of_group ORDER BY number DESC LIMIT 1;
    IF newest.key <> with_key THEN RETURN 'another-key'; END IF;
    IF newest.number >= new_number THEN RETURN 'not-newer'; END IF;
    INSERT INTO group_settings VALUES (of_group, new_number, with_key, document, next);
    RETURN NULL;
  END $$;

  -- Whether this relay has the lease, taken or renewed: its epoch, or nothing.
  CREATE FUNCTION take_lease(of_name text, by_relay text, for_ms bigint) RETURNS SETOF bigint LANGUAGE sql AS $$
    INSERT INTO lease AS l VALUES (of_name, by_relay, 1, clock_timestamp() + for_ms * interval '1 ms')
    ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, until = excluded.until,
      epoch = l.epoch + (l.holder <> excluded.holder)::int
    WHERE l.holder = excluded.holder OR l.until < clock_timestamp()
    RETURNING epoch
  $$;

  -- Raises for a relay that lost the lease.
  CREATE FUNCTION keep_alerts(of_epoch bigint, keys text[], alerts text[], ended text[], message text) RETURNS void LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM 1 FROM lease WHERE name = 'alerts' AND epoch = of_epoch FOR SHARE;
    IF NOT FOUND THEN RAISE 'Another relay alerts.'; END IF;
    INSERT INTO open_alert SELECT * FROM unnest(keys, alerts) ON CONFLICT (key) DO UPDATE SET alert = excluded.alert;
    DELETE FROM open_alert WHERE key = ANY (ended);
    INSERT INTO alert_message (body) VALUES (message);
    DELETE FROM alert_message WHERE id <= (SELECT max(id) FROM alert_message) - 1000;
  END $$;
`;
