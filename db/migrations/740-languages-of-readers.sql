-- The language in which words were read, and that of later letters and documents. Null: before it was stored.

alter table consents add column language text check (language ~ '^[a-z]{2,3}$');
alter table subscribers add column language text not null default '' check (char_length(language) <= 35);
alter table invoices add column language text check (language ~ '^[a-z]{2,3}$');

-- A document stays in the language of its buyer at issuing, or else of the club. A corrected one keeps that of the first.
create function keep_invoice_language() returns trigger language plpgsql as $$
begin
  select case when wished.language = any (c.other_languages) then wished.language
    else substring(lower(c.language) from '^[a-z]{2,3}') end into new.language
  from club c left join lateral (
    select substring(lower(m.language) from '^[a-z]{2,3}') as language
    from payments p join orders o on o.id = p.booking_id join members m on m.user_id = o.buyer_id
    where p.id = new.payment_id) wished on true;
  return new;
end $$;
create trigger language_kept before insert on invoices for each row when (new.language is null)
  execute function keep_invoice_language();
