-- Erasure replaces names in the facts of messages, not in the keys of these.
create or replace function without_name(said jsonb, name text, nobody text) returns jsonb language plpgsql immutable as $$
begin
  case jsonb_typeof(said)
    when 'string' then
      -- neither an id nor a day nor an hour names anybody
      if said #>> '{}' ~ '^([[:xdigit:]]{8}(-[[:xdigit:]]{4}){3}-[[:xdigit:]]{12}$|\d{4}-\d\d-\d\d|\d\d:\d\d$)' then
        return said;
      end if;
      return to_jsonb(regexp_replace(said #>> '{}', name, nobody, 'gi'));
    when 'array' then
      return (select coalesce(jsonb_agg(without_name(value, name, nobody) order by place), '[]')
        from jsonb_array_elements(said) with ordinality as each (value, place));
    when 'object' then
      return (select coalesce(jsonb_object_agg(key,
          case when key in ('state', 'role', 'method', 'plan', 'when', 'key') then value else without_name(value, name, nobody) end), '{}')
        from jsonb_each(said));
    else return said;
  end case;
end $$;
