-- When an admin last saved the words of the first page, which are examples until then.
alter table club add column first_page_saved_at timestamptz;
update club set first_page_saved_at = settings_saved_at;
