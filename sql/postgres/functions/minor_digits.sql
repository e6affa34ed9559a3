-- How many decimal digits a currency has. The same as minorDigits in src/kit/money.ts.
create or replace function minor_digits(currency text)
returns integer language sql immutable parallel safe
return case
  when currency = any('{afn,all,bif,clp,cop,djf,gnf,huf,idr,iqd,irr,isk,jpy,kmf,kpw,krw,lak,lbp,mga,
    mmk,pkr,pyg,rwf,sll,sos,syp,ugx,vnd,vuv,xaf,xof,xpf,yer}'::text[]) then 0
  when currency = any('{bhd,jod,kwd,lyd,omr,tnd}'::text[]) then 3
  else 2 end;
