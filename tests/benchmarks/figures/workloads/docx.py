import docx, io

d = docx.Document()
d.add_heading("h", 1)
p = d.add_paragraph("x")
p.add_run("b").bold = True
t = d.add_table(2, 2)
t.cell(0, 0).text = "c"
d.add_page_break()
f = io.BytesIO()
d.save(f)
f.seek(0)
e = docx.Document(f)
print([q.text for q in e.paragraphs], [c.text for c in e.tables[0].row_cells(0)])
