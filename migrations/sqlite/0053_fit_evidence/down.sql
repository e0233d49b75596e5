DROP TABLE fit_evidence;
DROP TABLE misfits;
