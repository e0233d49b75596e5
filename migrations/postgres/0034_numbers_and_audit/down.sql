DROP TABLE day_numbers;
DROP INDEX ledger_money;
DROP INDEX audit_by_subject;
DROP INDEX audit_by_actor;
DROP INDEX audit_by_action;
